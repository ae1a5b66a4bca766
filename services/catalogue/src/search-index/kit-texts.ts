import { growingNumbers } from './growing-numbers.ts';

/** Texts by number. */
export interface Texts {
  textAt(number: number): string;
}

/** Collects texts in one buffer: a text is an object only while somebody reads it. */
export function collectBytes() {
  let bytes = Buffer.allocUnsafe(65_536);
  let length = 0;
  const starts = growingNumbers();
  starts.push(0);
  return {
    add(text: string): void {
      // A UTF-16 unit takes three bytes of UTF-8 at most.
      if (length + 3 * text.length > bytes.length) {
        bytes = Buffer.concat([bytes], 2 * bytes.length + 3 * text.length);
      }
      length += bytes.write(text, length);
      starts.push(length);
    },
    build(): Texts {
      const [all, offsets] = [Buffer.from(bytes.subarray(0, length)), starts.toArray()];
      return { textAt: (number) => all.toString('utf8', offsets[number], offsets[number + 1]) };
    },
  };
}
