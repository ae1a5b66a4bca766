/** An array of numbers that grows as needed, without an object for each number. */
export interface GrowingNumbers {
  length(): number;
  push(number: number): void;
  toArray(): Uint32Array;
}

export function growingNumbers(): GrowingNumbers {
  let numbers = new Uint32Array(1024);
  let length = 0;
  return {
    length: () => length,
    push(number) {
      if (length === numbers.length) {
        const larger = new Uint32Array(length * 2);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length] = number;
      length += 1;
    },
    toArray: () => numbers.slice(0, length),
  };
}
