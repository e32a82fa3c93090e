/** A priority queue of faces: the highest value first. */
export class FaceHeap {
  private readonly faces: number[] = [];
  private readonly values: number[] = [];
  /** The value of the face that was removed last. */
  value = 0;

  push(face: number, value: number): void {
    const { faces, values } = this;
    let at = faces.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (values[parent] >= value) break;
      faces[at] = faces[parent];
      values[at] = values[parent];
      at = parent;
    }
    faces[at] = face;
    values[at] = value;
  }

  /** Removes the face with the highest value, or returns −1. */
  pop(): number {
    const { faces, values } = this;
    const [top, face, value] = [faces[0], faces.pop(), values.pop()];
    if (top === undefined || face === undefined || value === undefined) return -1;
    const count = faces.length;
    this.value = count === 0 ? value : values[0];
    if (count === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= count) break;
      if (child + 1 < count && values[child + 1] > values[child]) child++;
      if (values[child] <= value) break;
      faces[at] = faces[child];
      values[at] = values[child];
      at = child;
    }
    faces[at] = face;
    values[at] = value;
    return top;
  }
}
