// The start: what Proximal is, six examples with live pictures, and what is new.
import type { JSX } from 'preact';
import { Figure, Hero } from './pictures.tsx';
import './start.css';

interface Card {
  readonly name: 'overlap' | 'gjk' | 'growth' | 'smoothing' | 'plan' | 'friction';
  readonly title: string;
  readonly text: string;
  readonly link: string;
  readonly label: string;
}

const cards: readonly Card[] = [
  {
    name: 'gjk',
    title: 'How GJK finds a distance',
    text: 'The algorithm step by step on the Minkowski difference, with two bounds that approach each other.',
    link: '#lesson=gjk&step=1',
    label: 'A violet set, the difference of two shapes, with the points that GJK visits on the way to the origin',
  },
  {
    name: 'overlap',
    title: 'The way out of an overlap',
    text: 'The shortest translation that separates two bodies, with a proof that no shorter one exists.',
    link: '#example=overlap',
    label: 'Two overlapping shapes, and an arrow along which one leaves the other',
  },
  {
    name: 'growth',
    title: 'Grow until they touch',
    text: 'One number for separated and overlapping bodies: the scale at which they touch.',
    link: '#example=growth',
    label: 'Two shapes with outlines that grow about their centers until they touch',
  },
  {
    name: 'smoothing',
    title: 'Derivatives through contact',
    text: 'How distance and nearest points change with the poses: exact, or smoothed where they jump.',
    link: '#example=smoothing',
    label: 'A turning shape beside a wall, and a curve of its distance with the tangent at the present angle',
  },
  {
    name: 'plan',
    title: 'Motions proven free',
    text: 'A robot passes obstacles, and a certificate covers the whole motion, not samples of it.',
    link: '#example=plan',
    label: 'A path between obstacles, covered by green discs that are free of obstacles',
  },
  {
    name: 'friction',
    title: 'Friction as Coulomb wrote it',
    text: 'Contact forces in their cones, under four models and ten solvers, side by side.',
    link: '#example=friction',
    label: 'A block on the ground, pulled until the contact force reaches the boundary of its friction cone',
  },
];

const news: readonly (readonly [title: string, text: string])[] = [
  [
    'Bounds with proofs',
    'A query returns a lower and an upper bound, and the few directions that prove them. certify recomputes both from support functions alone.',
  ],
  ['The same bits everywhere', 'JavaScript and WebAssembly give the same bits for the same input, in every engine.'],
  [
    'Derivatives of every pair',
    'Distance, nearest points and normal are differentiated with respect to both poses, exactly or smoothed.',
  ],
  ['Growth distances', 'The scale at which two bodies touch, by five methods in space and one in the plane.'],
  ['Contact without relaxation', 'The full law of Coulomb and Signorini, beside the LCP, the CCP and RaiSim’s model.'],
  ['Plans with certificates', 'The whole motion of a plan is proven free, also between samples.'],
];

const papers: readonly (readonly [text: string, subject: string])[] = [
  ['Montaut et al., GJK++: Leveraging Acceleration Methods for Faster Collision Detection, 2024', 'distance'],
  ['Montaut et al., Differentiable Collision Detection: a Randomized Smoothing Approach, 2023', 'derivatives'],
  ['Le Lidec et al., Contact Models in Robotics: a Comparative Analysis', 'contact'],
  ['Thirugnanam and Sreenath, on growth distances by ray intersection', 'growth'],
  ['Zhang et al., Barycode-based GJK Algorithm, 2020', 'the plane'],
];

export function Start(): JSX.Element {
  return (
    <div class="start">
      <section class="hero">
        <div>
          <h2>Distances, contacts and motions of convex bodies, with proofs.</h2>
          <p>
            Proximal is a TypeScript toolkit for robots, games and research: it computes how far apart bodies are, how
            deep they overlap and which forces keep them apart, with proven bounds of distances and depths.
          </p>
          <p class="actions">
            <a class="button primary" href="#view=query">
              Open the studio
            </a>
            <a class="button" href="#lessons">
              Take a lesson
            </a>
          </p>
          <pre class="install">npm install proximal</pre>
        </div>
        <Hero />
      </section>
      <section class="cards" aria-label="Examples">
        {cards.map(({ name, title, text, link, label }) => (
          <a key={name} class="card" href={link}>
            <Figure name={name} label={label} />
            <h3>{title}</h3>
            <p>{text}</p>
          </a>
        ))}
      </section>
      <section class="news" aria-label="What is new here">
        <h2>What is new here</h2>
        <ul>
          {news.map(([title, text]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <footer>
        <h2>From these papers</h2>
        <ul>
          {papers.map(([text, subject]) => (
            <li key={text}>
              {text} <small>({subject})</small>
            </li>
          ))}
        </ul>
      </footer>
    </div>
  );
}
