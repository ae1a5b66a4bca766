import { COLOUR_NAMES, DESIGNS, KIT_CATEGORIES } from '@kitroom/shared';
import type { Field } from '@kitroom/server/pages/form';
import { choicesOf } from '../../record-fields.ts';
import type { KindPage } from './kind-pages.ts';
import { listKitFilterOptions } from './record-list-queries.ts';
import type { Database } from '@kitroom/server/database/database';
import { suggestFrom } from './suggest-path.ts';

const ANY = { value: '', label: 'any' };

/** The filters of a list, the keyword first. */
export async function filtersOf({ db }: { db: Database }, page: KindPage): Promise<Field[]> {
  const find: Field = { name: 'q', label: `Find ${page.many}`, hint: FINDABLE[page.kind] };
  const country: Field = { name: 'country', label: 'Country' };
  const category: Field = choice('category', 'Category', KIT_CATEGORIES);
  const kits: Field = {
    name: 'kits',
    label: 'Kits',
    type: 'choice',
    choices: [ANY, { value: 'with', label: 'with kits' }, { value: 'without', label: 'without kits' }],
  };
  switch (page.kind) {
    case 'club':
      return [find, country, kits];
    case 'competition':
      return [find, country];
    case 'kit_type':
      return [find, category, kits];
    case 'brand':
    case 'season':
      return [find, kits];
    case 'kit':
      return [find, ...(await kitFilters(db))];
  }
}

async function kitFilters(db: Database): Promise<Field[]> {
  const options = await listKitFilterOptions(db);
  const picker = (kind: 'club' | 'brand' | 'competition', label: string): Field => ({
    name: kind,
    label,
    suggestFrom: suggestFrom(kind),
  });
  return [
    picker('club', 'Club'),
    { name: 'season', label: 'Season', type: 'choice', choices: [ANY, ...options.season] },
    picker('brand', 'Brand'),
    picker('competition', 'Competition'),
    { name: 'kit_type', label: 'Kit type', type: 'choice', choices: [ANY, ...options.kit_type] },
    choice('design', 'Design', DESIGNS),
    choice('primary_color', 'Primary colour', COLOUR_NAMES),
    {
      name: 'picture',
      label: 'Picture',
      type: 'choice',
      choices: [ANY, { value: 'own', label: 'its own' }, { value: 'drawn', label: 'drawn' }],
    },
  ];
}

function choice(name: string, label: string, values: readonly string[]): Field {
  return { name, label, type: 'choice', choices: [ANY, ...choicesOf(values).slice(1)] };
}

const FINDABLE: Readonly<Record<KindPage['kind'], string>> = {
  club: 'Name, slug or number.',
  kit: 'Name, whole slug, or number.',
  brand: 'Name, slug or number.',
  competition: 'Name, slug or number.',
  season: 'Year or number.',
  kit_type: 'Name or number.',
};
