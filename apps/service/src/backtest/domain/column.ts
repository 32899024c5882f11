type Values = Float64Array | Uint32Array | Uint16Array;

/** Numbers that grow in number: of a million games each value costs bytes, where an object costs hundreds. */
export class Column {
  #values: Values;
  #length = 0;
  readonly #create: (length: number) => Values;

  constructor(create: (length: number) => Values) {
    this.#create = create;
    this.#values = create(1024);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = this.#create(2 * this.#length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  at(index: number): number {
    return this.#values[index] ?? Number.NaN;
  }
}
