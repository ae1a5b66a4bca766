import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/** A mutation that ignores calls while it runs: a second click, or Enter twice, must not make a second thing. */
export function useAction<Data, Input = void>(
  options: UseMutationOptions<Data, Error, Input>,
): UseMutationResult<Data, Error, Input> {
  const isRunning = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled: (...outcome) => {
      isRunning.current = false;
      return options.onSettled?.(...outcome);
    },
  });
  // `isPending` follows a moment after the call, and a double click comes before it.
  const mutate: typeof mutation.mutate = (...parameters) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutation.mutate(...parameters);
  };
  return { ...mutation, mutate };
}

/** Ignores the second click of a double click on a button, however fast the first one was done. */
export function ignoreDoubleClicks(): void {
  const ignore = (event: MouseEvent) => {
    const isButton = event.target instanceof Element && event.target.closest('button.button') !== null;
    if (event.detail > 1 && isButton) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  document.addEventListener('click', ignore, { capture: true });
}
