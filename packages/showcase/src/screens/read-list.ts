import type { QueryClient } from '@tanstack/react-query';
import type { CatalogueClient } from '@kitroom/catalogue-client';
import { fold } from '@kitroom/shared';
import { countOf, nameCountry } from '../components/format.ts';
import type { RecordLink } from '../components/record-links.tsx';
import { toKitsPath } from '../components/use-kits.ts';

/** Large, because the number of requests per hour is limited. */
export const PAGE_SIZE = 100;

export type ListName = 'clubs' | 'countries' | 'competitions' | 'brands';

export type ListOrdering = 'name' | '-kit_count';

interface ListSource {
  catalogue: CatalogueClient;
  queries: QueryClient;
  signal: AbortSignal;
}

interface ListQuery {
  keyword: string;
  ordering: ListOrdering;
  page: number;
  page_size: number;
}

type ReadList = (source: ListSource, query: ListQuery) => Promise<RecordLink[]>;

/** For each list of the catalogue, a function that reads a page of it. */
export const READ_LIST: Readonly<Record<ListName, ReadList>> = {
  async clubs({ catalogue, signal }, query) {
    const clubs = await catalogue.clubs.list(query, { signal });
    return clubs.map(({ id, name, crest, country, kit_count: count }) => ({
      path: `/clubs/${id}`,
      name,
      image: crest,
      detail: describe(count, country && nameCountry(country)),
    }));
  },
  async competitions({ catalogue, signal }, query) {
    const competitions = await catalogue.competitions.list(query, { signal });
    return competitions.map(({ id, name, country, kit_count: count }) => ({
      path: toKitsPath({ competition: id }),
      name,
      detail: describe(count, country ? nameCountry(country) : 'International'),
    }));
  },
  async brands({ catalogue, signal }, query) {
    const brands = await catalogue.brands.list(query, { signal });
    return brands.map(({ id, name, kit_count: count }) => ({
      path: toKitsPath({ brand: id }),
      name,
      detail: describe(count),
    }));
  },
  // The service returns all countries at once, so they are read once, and filtered and sorted here.
  async countries({ catalogue, queries }, { keyword, ordering, page, page_size: size }) {
    const countries = await queries.fetchQuery({
      queryKey: ['catalogue', 'countries'],
      queryFn: ({ signal }) => catalogue.countries({ signal }),
    });
    const matching = countries.filter(({ name }) => fold(name).includes(fold(keyword.trim())));
    const sorted =
      ordering === 'name' ? matching : matching.toSorted((left, right) => right.kit_count - left.kit_count);
    return sorted.slice((page - 1) * size, page * size).map(({ code, name, kit_count: count }) => ({
      path: toKitsPath({ country: code }),
      name,
      detail: describe(count),
    }));
  },
};

function describe(kitCount: number, place?: string | null): string {
  return [place, countOf(kitCount, 'kit')].filter(Boolean).join(' · ');
}
