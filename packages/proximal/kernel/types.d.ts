// The kernel's number types, for TypeScript only: AssemblyScript has its own. Never part of public declarations.
declare type f64 = number;
declare type i32 = number;
declare type bool = boolean;
