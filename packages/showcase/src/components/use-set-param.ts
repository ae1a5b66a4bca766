import { useSearchParams } from 'react-router';
import { withParam } from './search-params.ts';

/** Sets one parameter of the address, or removes it. */
export function useSetParam(): (name: string, value: string) => void {
  const [, setParams] = useSearchParams();
  return (name, value) => setParams((now) => withParam(now, name, value), { replace: true });
}
