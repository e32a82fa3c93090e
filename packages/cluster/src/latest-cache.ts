/** A cache that keeps the values of the most recently used keys. */
export class LatestCache<Value> {
  private readonly values = new Map<string, Promise<Value>>();

  constructor(private readonly size: number) {}

  /** The value of a key, made if it is not there. A failure is not kept. */
  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = this.values.get(key) ?? make();
    // A Map keeps the order of insertion, so its last key is the most recently used one.
    this.values.delete(key);
    this.values.set(key, value);
    value.catch(() => this.values.delete(key));
    const [oldest] = this.values.keys();
    if (this.values.size > this.size) this.values.delete(oldest);
    return value;
  }
}
