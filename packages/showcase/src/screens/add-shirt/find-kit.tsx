import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Problem } from '../../components/feedback.tsx';
import { Field } from '../../components/field.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { useCatalogue } from '../../services.ts';

/** Searches the catalogue by name and year. */
export function FindKit() {
  const catalogue = useCatalogue();
  const [text, setText] = useState('');
  const keyword = useDebounced(text.trim(), 200);
  const kits = useQuery({
    queryKey: ['kit-search', keyword],
    queryFn: ({ signal }) => catalogue.kits.search({ keyword }, { signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Find the kit">
      <Field label="Which kit is it?" hint="A club and a year, such as “malaga 2003”.">
        {(attributes) => (
          <input
            {...attributes}
            type="search"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {kits.isError && <Problem error={kits.error} onRetry={() => void kits.refetch()} />}
      <ul className="kit-choices" aria-label="Kits found">
        {keyword !== '' &&
          kits.data?.map((kit) => (
            <li key={kit.id}>
              <Link to={`?kit=${kit.id}`} className="kit-choice">
                <img src={kit.main_img_url} alt="" width="72" height="72" />
                <span>
                  <strong>{kit.name}</strong>
                  <small>{`${kit.team_name}, ${kit.season_year}`}</small>
                </span>
              </Link>
            </li>
          ))}
      </ul>
      {keyword !== '' && kits.data?.length === 0 && <p className="empty">No kit found.</p>}
    </section>
  );
}
