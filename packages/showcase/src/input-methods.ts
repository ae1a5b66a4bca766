/**
 * Keeps the keys of an input method from the screens: while somebody composes a word, Enter and the arrows
 * choose among the method's own candidates. Safari reports the Enter that ends a composition after its end,
 * with the key code 229.
 */
export function ignoreCompositionKeys(): void {
  const ignore = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) event.stopPropagation();
  };
  document.addEventListener('keydown', ignore, { capture: true });
}
