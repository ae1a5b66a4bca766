import type { CatalogueClient } from '@kitroom/catalogue-client';

/** A line of the search box, and where it leads. */
export interface Suggestion {
  to: string;
  label: string;
  detail: string;
  image: string;
}

/** Clubs first, then kits: what people look for by name. */
export async function suggest(
  catalogue: CatalogueClient,
  keyword: string,
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const [clubs, kits] = await Promise.all([
    catalogue.clubs.search({ keyword }, { signal }),
    catalogue.kits.search({ keyword }, { signal }),
  ]);
  return [
    ...clubs.slice(0, 4).map(({ id, name, country, logo }) => ({
      to: `/clubs/${id}`,
      label: name,
      detail: country ?? '',
      image: logo,
    })),
    ...kits.slice(0, 6).map((kit) => ({
      to: `/kits/${kit.id}`,
      label: kit.name,
      detail: kit.season_year,
      image: kit.main_img_url,
    })),
  ];
}
