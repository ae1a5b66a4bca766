import { useQueries, useQuery } from '@tanstack/react-query';
import { useCatalogue } from '../services.ts';
import { HEX } from './kit-filter-options.ts';

interface DecadeColours {
  decade: number;
  colours: ReadonlyArray<{ label: string; count: number }>;
}

/** The main colours of a club's kits as a strip for each decade, oldest first. */
export function ClubColours({ clubId }: { clubId: number }) {
  const decades = useClubColours(clubId);
  return (
    <section className="colour-strip" aria-label="Colours over the decades">
      {decades.map(({ decade, colours }) => (
        <figure key={decade}>
          <div className="colour-bar" aria-hidden="true">
            {colours.map(({ label, count }) => (
              <span key={label} style={{ flexGrow: count, backgroundColor: HEX[label] }} />
            ))}
          </div>
          <figcaption>
            {`${decade}s`}
            <span className="visually-hidden">
              {`: ${colours.map(({ label, count }) => `${label} ${count}`).join(', ')}`}
            </span>
          </figcaption>
        </figure>
      ))}
    </section>
  );
}

/** The facets of one decade after the other: few, and cached by the service. */
function useClubColours(club: number): DecadeColours[] {
  const catalogue = useCatalogue();
  const { data } = useQuery({
    queryKey: ['club-decades', club],
    queryFn: ({ signal }) => catalogue.kits.facets({ club, fields: 'decade' }, { signal }),
  });
  const decades = (data?.facets.decade ?? []).map(({ value }) => value).toSorted((a, b) => a - b);
  const answers = useQueries({
    queries: decades.map((decade) => ({
      queryKey: ['club-colours', club, decade],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        catalogue.kits.facets({ club, decade, fields: 'primary_color' }, { signal }),
    })),
  });
  return decades.map((decade, index) => ({
    decade,
    colours: answers[index]?.data?.facets.primary_color ?? [],
  }));
}
