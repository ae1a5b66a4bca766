import {
  useMutation,
  useQueryClient,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useId } from 'react';
import { RETRY_WHEN_ALLOWED } from '../rate-limits.ts';

/**
 * A mutation that ignores calls while it runs: a second click, or Enter twice, must not make a second thing.
 * Beyond a rate limit it is sent again as soon as the service allows; attempts at a password are not, they
 * use `useMutation`.
 */
export function useAction<Data, Input = void>(
  options: UseMutationOptions<Data, Error, Input>,
): UseMutationResult<Data, Error, Input> {
  const mutationKey = [useId()];
  const queries = useQueryClient();
  const mutation = useMutation({ ...RETRY_WHEN_ALLOWED, ...options, mutationKey });
  // `isPending` follows a moment after the call, and a double click comes before it.
  const mutate: typeof mutation.mutate = (...parameters) => {
    if (queries.isMutating({ mutationKey }) === 0) mutation.mutate(...parameters);
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
