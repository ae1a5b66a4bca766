import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DESIGN_CODES, ITEM_COLOURS, SIZES, type ItemDetail } from '@kitroom/collection-client';
import { DetailList, type DetailEntry } from './detail-list.tsx';
import { nameCountry, showDate, showMoney } from './format.ts';
import { ItemGallery } from './item-gallery.tsx';
import { CONDITION_LABELS, FIELD_LABELS, ITEM_TYPE_LABELS } from './item-labels.ts';
import { Swatch } from './swatch.tsx';

interface ItemDetailsProps {
  item: ItemDetail;
  /** Buttons and links next to the title. */
  actions?: ReactNode;
  /** Rendered after the details. */
  children?: ReactNode;
}

/** All fields of an item, with its photos. */
export function ItemDetails({ item, actions, children }: ItemDetailsProps) {
  return (
    <article className="kit">
      <ItemGallery key={item.id} item={item} />
      <div className="kit-facts">
        <ClubLine item={item} />
        <h1>{item.name || 'Unnamed item'}</h1>
        {actions}
        {item.description && <p className="description">{item.description}</p>}
        <DetailList facts={listFacts(item)} />
        <PrivateDetails item={item} />
        {children}
      </div>
    </article>
  );
}

/** The club with its crest, and the season, both as links to the catalogue. */
function ClubLine({ item: { club, season, labels } }: { item: ItemDetail }) {
  if (!labels.club && !labels.season) return null;
  return (
    <p className="eyebrow club-line">
      {labels.club_logo && <img src={labels.club_logo} alt="" width="32" height="32" />}
      {labels.club && <OptionalLink path={club && `/clubs/${club}`}>{labels.club}</OptionalLink>}
      {labels.club && labels.season && ' · '}
      {labels.season && (
        <OptionalLink path={season && `/kits?season=${season}`}>{labels.season}</OptionalLink>
      )}
    </p>
  );
}

/** A link, or only the text if there is no path. */
function OptionalLink({ path, children }: { path: string | 0 | null; children: ReactNode }) {
  return path ? <Link to={path}>{children}</Link> : children;
}

/** The number and the name on the back. Shorts have only a number. */
function describeBack(item: ItemDetail): string {
  const number = 'number' in item ? item.number : null;
  const name = 'player_name' in item ? item.player_name : '';
  return [number, name].filter((part) => part !== null && part !== '').join(' ');
}

function listFacts(item: ItemDetail): DetailEntry[] {
  const { labels, brand } = item;
  const kit = 'kit' in item ? item.kit : null;
  const design = DESIGN_CODES.find(({ id }) => id === item.design);
  const colours = [item.main_color, ...item.secondary_colors].flatMap(
    (colour) => ITEM_COLOURS.find(({ id }) => id === colour) ?? [],
  );
  return [
    [
      'Type',
      'type' in item && item.type
        ? `${ITEM_TYPE_LABELS[item.item_type]}, ${item.type}`
        : ITEM_TYPE_LABELS[item.item_type],
    ],
    [
      FIELD_LABELS.brand,
      labels.brand && <OptionalLink path={brand && `/kits?brand=${brand}`}>{labels.brand}</OptionalLink>,
    ],
    [FIELD_LABELS.kit, kit && <Link to={`/kits/${kit}`}>{labels.kit ?? 'See it in the catalogue'}</Link>],
    [FIELD_LABELS.size, 'size' in item && (labels.size ?? SIZES.find(({ id }) => id === item.size)?.name)],
    [FIELD_LABELS.condition, describeCondition(item)],
    ['player_name' in item ? 'Name and number' : FIELD_LABELS.number, describeBack(item)],
    [
      FIELD_LABELS.design,
      design && <Link to={`/kits?design=${encodeURIComponent(design.name)}`}>{design.name}</Link>,
    ],
    [
      colours.length > 1 ? 'Colours' : 'Colour',
      colours.length > 0 && colours.map((colour) => <Swatch key={colour.id} {...colour} />),
    ],
    [FIELD_LABELS.country, item.country && nameCountry(item.country)],
    ['Details', listAttributes(item).join(', ')],
    [FIELD_LABELS.tags, item.tags.join(', ')],
  ];
}

function describeCondition({ condition, detailed_condition: wear }: ItemDetail): string {
  return [`${condition} of 10`, wear && CONDITION_LABELS[wear].toLowerCase()].filter(Boolean).join(', ');
}

function listAttributes(item: ItemDetail): string[] {
  const attributes = [
    'is_signed' in item && item.is_signed && 'Signed',
    'has_nameset' in item && item.has_nameset && 'Name and number printed',
    'is_fan_version' in item && !item.is_fan_version && 'Player version',
    'is_short_sleeve' in item && !item.is_short_sleeve && 'Long sleeves',
    item.is_replica && 'Reproduction',
    item.is_draft && 'Draft',
    item.is_private && FIELD_LABELS.is_private,
  ];
  return attributes.filter((attribute) => attribute !== false);
}

/** The fields that only the owner sees. */
function PrivateDetails({ item }: { item: ItemDetail }) {
  const { price, estimated_value: value, acquired_on: day } = item;
  const facts: DetailEntry[] = [
    [FIELD_LABELS.location, item.location],
    [FIELD_LABELS.acquired_on, day && showDate(day)],
    [FIELD_LABELS.acquired_from, item.acquired_from],
    [FIELD_LABELS.price, price && showMoney(price)],
    [FIELD_LABELS.estimated_value, value && showMoney(value)],
    [FIELD_LABELS.notes, item.notes && <span className="description">{item.notes}</span>],
  ];
  if (facts.every(([, shown]) => !shown)) return null;
  return (
    <section className="private-part" aria-labelledby="private">
      <h2 id="private">Only you see this</h2>
      <DetailList facts={facts} />
    </section>
  );
}
