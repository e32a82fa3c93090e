// The colors of drawings, curves and controls, by their meaning. They are readable on light and dark backgrounds.
export const palette = {
  a: '#3b78d8',
  b: '#e08d2c',
  contact: '#d23f3a',
  proof: '#1c9a5b',
  /** Normals, skeletons and selected objects. */
  neutral: '#64748b',
  /** Objects that do not move. */
  still: '#a3adba',
  /** Forces of the user. */
  push: '#8a5cc9',
  /** Minkowski differences, and weights on vertices. */
  set: '#8b7bd0',
} as const;

/** Moving bodies, when many are alike. Red and green keep their meanings, contact and proof. */
export const bodyColors = [
  palette.a,
  palette.b,
  '#4ba3a6',
  '#8b7bd0',
  '#c97b9d',
  '#7f93ad',
  '#b3a04d',
  '#5f9bd6',
] as const;

/** The x, y and z axes of handles, and the axis that is being dragged. */
export const axisColors = ['#d1605c', '#4f9f6a', '#4d7fd0', '#e8c34a'] as const;
