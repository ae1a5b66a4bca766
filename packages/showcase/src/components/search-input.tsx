import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSetParam } from './use-set-param.ts';

/** A search is sent when the typing pauses, because requests are rate-limited. */
const TYPING_MS = 400;

/** The search input of a list. Its state is a parameter of the URL. */
export function SearchInput({ name, label }: { name: string; label: string }) {
  const [params] = useSearchParams();
  const set = useSetParam();
  // Null unless the user is typing, so that the input shows the parameter of the URL.
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => {
      set(name, typed);
      setTyped(null);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, set, name]);
  return (
    <input
      type="search"
      dir="auto"
      aria-label={label}
      placeholder={label}
      value={typed ?? params.get(name) ?? ''}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
