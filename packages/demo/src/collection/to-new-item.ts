import type { Kit } from '@kitroom/catalogue-client';
import {
  DESIGN_CODES,
  ITEM_COLOURS,
  SIZES,
  type NewItem,
  type NewItemOf,
  type Size,
} from '@kitroom/collection-client';
import { isColourName, type ColourName } from '@kitroom/shared';
import { ITEM_TYPE_OF, type DemoItem } from './demo-item.ts';

/** Converts an item to the collection service's format. */
export function toNewItem(item: DemoItem, kit: Kit): NewItem {
  const { thing } = item;
  const base = toBase(item, kit);
  switch (thing) {
    case 'jersey':
      return { ...base, ...toJersey(item, kit) };
    case 'shorts':
      return {
        ...base,
        item_type: 'shorts',
        size: sizeId(item, 'bottoms'),
        number: item.number ?? null,
        is_fan_version: !item.isPlayerVersion,
      };
    case 'jacket':
    case 'windbreaker':
    case 'hoodie':
    case 'crewneck':
      return { ...base, item_type: 'outerwear', type: thing, size: sizeId(item, 'tops') };
    case 'tracksuit':
      return { ...base, item_type: 'tracksuit', size: sizeId(item, 'tops') };
    case 'pants':
      return { ...base, item_type: 'pants', size: sizeId(item, 'bottoms') };
    case 'pin':
    case 'cap':
    case 'scarf':
    case 'socks':
      return { ...base, item_type: 'other', type: thing };
  }
}

function toBase(item: DemoItem, kit: Kit) {
  const kitColours = [kit.primary_color, ...kit.secondary_color].flatMap((colour) => colour?.name ?? []);
  // An item's colours may differ from those of its kit.
  const [primary = 'Gray', ...secondary] = item.colours ?? kitColours.filter(isColourName);
  const [detailed, condition] = item.condition;
  // The kit's design is that of its shirt, so it does not apply to trousers or pins.
  const hasDesign =
    item.thing === 'jersey' || item.thing === 'socks' || ITEM_TYPE_OF[item.thing] === 'outerwear';
  return {
    name: item.name,
    brand: kit.brand.id,
    club: kit.team.id,
    season: kit.season.id,
    country: kit.team.country,
    condition,
    detailed_condition: detailed,
    description: item.description,
    tags: [...item.tags],
    design: hasDesign ? (DESIGN_CODES.find(({ name }) => name === kit.design)?.id ?? null) : null,
    main_color: colourId(primary),
    secondary_colors: secondary.map(colourId),
    is_replica: item.isReplica ?? false,
    is_private: item.isPrivate ?? false,
    is_draft: item.isDraft ?? false,
    ...toMoney(item),
  };
}

function toMoney({ bought }: DemoItem) {
  if (!bought) return {};
  const [date, price, value] = bought;
  const inEuros = (amount: number) => ({ amount: amount.toFixed(2), currency: 'EUR' });
  return { acquired_on: date, price: inEuros(price), estimated_value: inEuros(value) };
}

function toJersey(item: DemoItem, kit: Kit): NewItemOf<'jersey'> {
  const [player = '', number = null] = item.nameset ?? [];
  return {
    item_type: 'jersey',
    kit: kit.id,
    size: sizeId(item, 'tops'),
    is_fan_version: !item.isPlayerVersion,
    is_signed: item.isSigned ?? false,
    has_nameset: item.nameset !== undefined,
    player_name: player,
    number,
    is_short_sleeve: !item.hasLongSleeves,
  };
}

function sizeId({ size, name }: DemoItem, category: Size['category']): number {
  const match = SIZES.find((candidate) => candidate.category === category && candidate.name === size);
  if (!match) throw new Error(`${name}: there is no size ${size} of ${category}`);
  return match.id;
}

function colourId(colour: ColourName): number {
  return ITEM_COLOURS.find(({ name }) => name === colour)?.id ?? 1;
}
