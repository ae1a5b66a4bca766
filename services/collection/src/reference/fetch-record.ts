import type { CallOptions, CatalogueClient } from '@kitroom/catalogue-client';
import type { Database } from '@kitroom/server/database/database';
import { keepBrands, keepClubs, keepKit, keepSeasons } from './copy-queries.ts';
import type { Reference } from './reference-fields.ts';

/** Stores an answer of the catalogue. */
export type Keep = (db: Database) => Promise<void>;

/**
 * Fetches a record from the catalogue; returns a function that stores its copy. Rejects with a CatalogueError. The
 * two are separate so that a database error is never mistaken for one of the catalogue.
 */
export async function fetchRecord(
  catalogue: CatalogueClient,
  { field, id }: Reference,
  options: CallOptions,
): Promise<Keep> {
  switch (field) {
    case 'brand': {
      const brand = await catalogue.brands.get({ brand_id: id }, options);
      return (db) => keepBrands(db, [{ ...brand, id }]);
    }
    case 'club': {
      const club = await catalogue.clubs.get({ club_id: id }, options);
      return (db) => keepClubs(db, [{ ...club, id }]);
    }
    case 'season': {
      const season = await catalogue.seasons.get({ season_id: id }, options);
      return (db) => keepSeasons(db, [{ ...season, id }]);
    }
    case 'kit': {
      const kit = await catalogue.kits.get({ kit_id: id }, options);
      return (db) => keepKit(db, { ...kit, id });
    }
  }
}
