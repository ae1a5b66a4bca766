import type { KeyboardEvent } from 'react';

/** What browsers report as the code of a key that belongs to an input method. */
const KEY_OF_INPUT_METHOD = 229;

/**
 * Whether a key belongs to an input method: Enter and arrows then choose among its candidates. Safari ends the
 * composition before it reports the Enter that did so, and has only the code for it.
 */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === KEY_OF_INPUT_METHOD;
}
