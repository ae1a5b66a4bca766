import { useSearchParams } from 'react-router';
import { withParam } from './search-params.ts';

/** Returns a function that sets a parameter of the URL, or removes it if the value is empty. */
export function useSetParam(): (name: string, value: string) => void {
  const changeParams = useChangeParams();
  return (name, value) => changeParams((params) => withParam(params, name, value), { replace: true });
}

/**
 * Returns a function that changes the parameters of the URL. It passes the current ones, because
 * `setSearchParams` passes those of the last rendering: a second change before the next rendering would undo
 * the first one.
 */
export function useChangeParams(): (
  change: (params: URLSearchParams) => URLSearchParams,
  options?: { replace?: boolean },
) => void {
  const [, setParams] = useSearchParams();
  return (change, options) => setParams(change(new URLSearchParams(location.search)), options);
}
