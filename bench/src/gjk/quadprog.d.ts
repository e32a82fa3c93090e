// Indices start at 1, as in Fortran: element 0 of every list is unused.
declare module 'quadprog' {
  interface Solution {
    readonly solution: readonly number[];
    readonly message: string;
  }
  const quadprog: {
    solveQP(quadratic: number[][], linear: number[], constraints: number[][], bounds: number[]): Solution;
  };
  export default quadprog;
}
