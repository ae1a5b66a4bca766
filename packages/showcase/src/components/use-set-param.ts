import { useSearchParams } from 'react-router';
import { withParam } from './search-params.ts';

/** Returns a function that sets a parameter of the URL, or removes it if the value is empty. */
export function useSetParam(): (name: string, value: string) => void {
  const [, setParams] = useSearchParams();
  return (name, value) => setParams((current) => withParam(current, name, value), { replace: true });
}
