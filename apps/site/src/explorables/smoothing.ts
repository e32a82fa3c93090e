// The derivative of the nearest point of a polygonal prism, exact and smoothed. The picture is a section of the bodies at z = 0.
import { convex, sphere } from 'proximal';
import { differentiate } from 'proximal/derivatives';
import { digits, element, figure, range } from './explorable.ts';
import { type Point, View } from './view.ts';

const place = document.querySelector<HTMLElement>('[data-explorable="smoothing"]');
if (place === null) throw new Error('the page has no place for smoothing');
place.classList.add('explorable');

const ball = sphere(0.3);
const world = new View(2.4, 'a polygonal prism A and a ball B on a circle around it');
const plot = new View(2.4, 'how far the nearest point of A moves if B moves along the circle, over the angle of B');
const corners = range('Corners of A', 3, 24, 1);
const angle = range('Angle of B', -180, 180, 1);
const numbers = element('table', 'step-numbers');
[corners.input.value, angle.input.value] = ['7', '40'];

const outline = (count: number): Point[] =>
  Array.from({ length: count }, (_, k) => [Math.cos((2 * Math.PI * k) / count), Math.sin((2 * Math.PI * k) / count)]);

/** The speed of A's nearest point along the circle per speed of B, and the point. */
function speeds(prism: ReturnType<typeof convex>, at: number, estimator: 'exact' | 'gaussian') {
  const position = [1.7 * Math.cos(at), 1.7 * Math.sin(at), 0];
  const { pointA, result } = differentiate(prism, {}, ball, { position }, { estimator });
  const [tx, ty] = [-Math.sin(at), Math.cos(at)];
  const moved = [0, 1].map((row) => pointA[6 * row] * tx + pointA[6 * row + 1] * ty);
  return {
    speed: moved[0] * tx + moved[1] * ty,
    point: [result.pointA[0], result.pointA[1]] as Point,
    position: [position[0], position[1]] as Point,
  };
}

function show(): void {
  const count = Number(corners.input.value);
  const flat = outline(count);
  const prism = convex(flat.flatMap(([x, y]) => [-0.3, 0.3].map((z) => [x, y, z])));
  const at = (Number(angle.input.value) * Math.PI) / 180;
  corners.output.textContent = corners.input.value;
  angle.output.textContent = `${angle.input.value}°`;
  const [exact, smooth] = [speeds(prism, at, 'exact'), speeds(prism, at, 'gaussian')];

  world.clear();
  world.area(flat, 'a');
  const [x, y] = exact.position;
  const disc = world.area(
    outline(60).map(([dx, dy]): Point => [x + 0.3 * dx, y + 0.3 * dy]),
    'b draggable',
  );
  world.onDrag(disc, (dx, dy) => {
    angle.input.value = String(Math.round((Math.atan2(y + dy, x + dx) * 180) / Math.PI));
    show();
  });
  world.line(exact.point, exact.position, 'nearest');
  world.dot(exact.point, 'nearest');
  const tangent: Point = [-Math.sin(at), Math.cos(at)];
  world.arrow(exact.point, tangent, exact.speed, 'bound');
  world.arrow(exact.point, tangent, smooth.speed, 'direction');

  plot.clear();
  plot.line([-2, -1.2], [2, -1.2], 'origin');
  plot.line([-2, -1.2], [-2, 1.4], 'origin');
  const toPlot = (radians: number, speed: number): Point => [(2 * radians) / Math.PI, -1.2 + 2.4 * speed];
  const curve = (estimator: 'exact' | 'gaussian'): Point[] =>
    Array.from({ length: 91 }, (_, k) => {
      // A little beside the corners, where the exact derivative does not exist.
      const radians = -Math.PI + (2 * Math.PI * k) / 90 + 1e-3;
      return toPlot(radians, speeds(prism, radians, estimator).speed);
    });
  plot.path(curve('exact'), 'bound');
  plot.path(curve('gaussian'), 'direction');
  plot.dot(toPlot(at, smooth.speed), 'direction', 'smoothed');
  plot.dot(toPlot(at, exact.speed), 'bound', 'exact');
  numbers.replaceChildren(
    ...(
      [
        ['exact derivative, dashed', exact.speed],
        ['smoothed derivative', smooth.speed],
        ['of a round body of radius 1: 1/1.7', 1 / 1.7],
      ] as const
    ).map(([what, value]) => {
      const row = element('tr');
      row.append(element('th', '', what), element('td', '', digits(value)));
      return row;
    }),
  );
}

for (const { input } of [corners, angle]) input.addEventListener('input', show);
const drawings = element('div', 'drawings');
drawings.append(
  figure(world, 'Drag B around A.'),
  figure(plot, 'The motion of A’s nearest point per motion of B, for all angles of B.'),
);
const controls = element('div', 'controls');
controls.append(corners.label, angle.label);
const explanation = element('div', 'explanation');
explanation.append(numbers);
place.replaceChildren(drawings, controls, explanation);
show();
