/** A package by a name that the compiler doesn't follow: their declarations want those of the browser, or there are none. */
export async function load<T>(name: string): Promise<T> {
  const module = (await import(name)) as { readonly default?: T };
  // Packages of the older kind are a default export.
  return module.default ?? (module as T);
}
