import { listColours, listCountries, listDesigns, listKitTypes } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { COLOUR_NAMES, countryName, DESIGNS } from '@kitroom/shared';
import { toColour } from '../kits/kit-view.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import type { CatalogueIndex } from '../search-index/catalogue-index.ts';

/** Routes of `/api/countries`, `/api/kit-types`, `/api/colors` and `/api/designs` */
export function referenceRoutes({ index }: { index: SearchIndex }): Endpoint[] {
  return [
    endpoint(listCountries, async () => countByCountry(await index.read()), { tags: ['clubs', 'kits'] }),
    endpoint(
      listKitTypes,
      async () => {
        const { kits, types } = await index.read();
        const counts = kits.countAll('types');
        return types.map((type) => ({ ...type, kit_count: counts.get(type.id) ?? 0 }));
      },
      { tags: ['kit_types', 'kits'] },
    ),
    endpoint(
      listColours,
      async () => {
        const counts = (await index.read()).kits.countAll('primaryColours');
        return COLOUR_NAMES.map((name) => ({ ...toColour(name), kit_count: counts.get(name) ?? 0 }));
      },
      { tags: ['kits'] },
    ),
    endpoint(
      listDesigns,
      async () => {
        const counts = (await index.read()).kits.countAll('designs');
        return DESIGNS.map((name) => ({ name, kit_count: counts.get(name) ?? 0 }));
      },
      { tags: ['kits'] },
    ),
  ];
}

function countByCountry({ clubs, kits }: CatalogueIndex) {
  const counts = kits.countAll('countries');
  const byCountry = Map.groupBy(clubs.byId.values(), ({ country }) => country ?? '');
  byCountry.delete('');
  const countries = Array.from(byCountry, ([code, rows]) => ({
    code,
    name: countryName(code),
    club_count: rows.length,
    kit_count: counts.get(code) ?? 0,
  }));
  return countries.toSorted(
    (one, other) => one.name.localeCompare(other.name, 'en') || (one.code < other.code ? -1 : 1),
  );
}
