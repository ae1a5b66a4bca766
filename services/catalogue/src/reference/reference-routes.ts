import { listColours, listCountries, listDesigns, listKitTypes } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { COLOUR_NAMES, countryName, DESIGNS } from '@kitroom/shared';
import type { Context } from '../context.ts';
import { countKitsBy } from '../kits/count-kits-by.ts';
import { listKitTypeRows } from '../kits/kit-queries.ts';
import { toColour } from '../kits/kit-view.ts';
import { countClubsByCountry } from './reference-queries.ts';

/** Routes of `/api/countries`, `/api/kit-types`, `/api/colors` and `/api/designs` */
export function referenceRoutes(context: Context): Endpoint[] {
  return [
    endpoint(listCountries, () => countByCountry(context), { tags: ['clubs', 'kits'] }),
    endpoint(
      listKitTypes,
      async () => {
        const counts = await countKitsBy(context, 'type');
        const types = await listKitTypeRows(context.db);
        return types.map((type) => ({ ...type, kit_count: counts.get(type.id) ?? 0 }));
      },
      { tags: ['kit_types', 'kits'] },
    ),
    endpoint(
      listColours,
      async () => {
        const counts = await countKitsBy(context, 'primary_color');
        return COLOUR_NAMES.map((name) => ({ ...toColour(name), kit_count: counts.get(name) ?? 0 }));
      },
      { tags: ['kits'] },
    ),
    endpoint(
      listDesigns,
      async () => {
        const counts = await countKitsBy(context, 'design');
        return DESIGNS.map((name) => ({ name, kit_count: counts.get(name) ?? 0 }));
      },
      { tags: ['kits'] },
    ),
  ];
}

async function countByCountry(context: Context) {
  const counts = await countKitsBy(context, 'country');
  const countries = (await countClubsByCountry(context.db)).map(({ country, count }) => ({
    code: country,
    name: countryName(country),
    club_count: count,
    kit_count: counts.get(country) ?? 0,
  }));
  return countries.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}
