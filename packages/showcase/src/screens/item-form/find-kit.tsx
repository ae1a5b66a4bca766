import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/feedback.tsx';
import { TextField } from '../../components/field.tsx';
import { OwnedMark } from '../../components/owned-mark.tsx';
import { SearchResult } from '../../components/search-result.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { useKitSearch } from '../../components/use-kits.ts';
import { useOwnedKits } from '../../components/use-owned-kits.ts';
import { isPartialTier } from '../search-results.ts';

/** Searches the catalogue for a kit by name and year. */
export function FindKit() {
  const [params] = useSearchParams();
  const [text, setText] = useState(params.get('q') ?? '');
  const keyword = useDebounced(text.trim(), 200);
  const kits = useKitSearch(keyword);
  const response = keyword === '' ? undefined : kits.data;
  // The keyword for which the user also wants to see kits that match only some of its words.
  const [partial, setPartial] = useState<string>();
  const isHidden = response !== undefined && isPartialTier(response.tier) && partial !== keyword;
  const results = isHidden ? [] : (response?.results ?? []);
  const owned = useOwnedKits();
  return (
    <section aria-label="Find the kit">
      <TextField
        label="Which kit is it?"
        hint="A club and a year, such as “malaga 2003”."
        type="search"
        autoComplete="off"
        value={text}
        change={setText}
      />
      {kits.isError && <Problem error={kits.error} onRetry={() => void kits.refetch()} />}
      <SearchResult
        response={response && { ...response, results }}
        toSearch={(corrected) => `?${new URLSearchParams({ q: corrected })}`}
        onCorrect={setText}
      />
      {isHidden && (
        <Button className="link-button" onClick={() => setPartial(keyword)}>
          Show kits that match only some of the words
        </Button>
      )}
      <ul className="kit-choices" aria-label="Kits found">
        {results.map((kit) => (
          <li key={kit.id}>
            <Link to={`?kit=${kit.id}`} className="kit-choice">
              <img src={kit.main_img_url} alt="" width="72" height="72" />
              <span>
                <strong>{kit.name}</strong>
                <small>{`${kit.team_name}, ${kit.season_year}`}</small>
                {owned?.has(kit.id) && <OwnedMark />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
