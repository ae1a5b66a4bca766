import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSetParam } from './use-set-param.ts';

/** Requests are limited: a search is sent once the typing pauses. */
const TYPING_MS = 400;

/** The search of a list, whose state is a parameter of the address. */
export function SearchInput({ name, label }: { name: string; label: string }) {
  const [params] = useSearchParams();
  const set = useSetParam();
  // Null while nobody types: then the address alone counts.
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
