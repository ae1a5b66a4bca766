/**
 * Hides the keys of input methods from the screens: during a composition, Enter and the arrows choose among
 * the input method's candidates. Safari reports the Enter that ends a composition after its end, with the key
 * code 229.
 */
export function ignoreCompositionKeys(): void {
  const ignore = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) event.stopPropagation();
  };
  document.addEventListener('keydown', ignore, { capture: true });
}
