// A drawing as a PNG file, with what the page shows around it: its background and its labels.

export function pictureOf(drawing: HTMLCanvasElement, labels: readonly HTMLElement[]): Promise<Blob | null> {
  const copy = document.createElement('canvas').getContext('2d');
  if (!copy) return Promise.resolve(null);
  const { canvas } = copy;
  [canvas.width, canvas.height] = [drawing.width, drawing.height];
  copy.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  copy.fillRect(0, 0, canvas.width, canvas.height);
  copy.drawImage(drawing, 0, 0);
  const frame = drawing.getBoundingClientRect();
  const scale = canvas.width / frame.width;
  copy.textBaseline = 'middle';
  for (const label of labels) {
    if (label.hidden) continue;
    const { left, top, width, height } = label.getBoundingClientRect();
    const { color, backgroundColor, font, paddingLeft } = getComputedStyle(label);
    copy.save();
    copy.scale(scale, scale);
    copy.translate(left - frame.left, top - frame.top);
    copy.fillStyle = backgroundColor;
    copy.fillRect(0, 0, width, height);
    copy.fillStyle = color;
    copy.font = font;
    copy.fillText(label.textContent ?? '', Number.parseFloat(paddingLeft), height / 2);
    copy.restore();
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
