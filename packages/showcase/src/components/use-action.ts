import {
  useMutation,
  useQueryClient,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useId } from 'react';
import { RETRY_WHEN_ALLOWED } from '../rate-limits.ts';

/**
 * A mutation that ignores calls while it runs, because a second click or Enter must not create a second
 * record. After a rate limit, the request is repeated as soon as the service allows it. Password forms use
 * `useMutation` instead, because attempts must not be repeated automatically.
 */
export function useAction<Data, Input = void>(
  options: UseMutationOptions<Data, Error, Input>,
): UseMutationResult<Data, Error, Input> {
  const mutationKey = [useId()];
  const queries = useQueryClient();
  const mutation = useMutation({ ...RETRY_WHEN_ALLOWED, ...options, mutationKey });
  // `isPending` is not sufficient, because it changes only after the second click of a double click.
  const mutate: typeof mutation.mutate = (...parameters) => {
    if (queries.isMutating({ mutationKey }) === 0) mutation.mutate(...parameters);
  };
  return { ...mutation, mutate };
}

/**
 * Ignores the second click of a double click on a button, even if the action of the first one has finished.
 */
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
