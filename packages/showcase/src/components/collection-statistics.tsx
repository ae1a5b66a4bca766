import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  DETAILED_CONDITIONS,
  FACET_VALUES_MAX,
  SIZES,
  type FacetField,
  type CollectionStatistics as Statistics,
} from '@kitroom/collection-client';
import { HEX } from '../screens/kit-filter-options.ts';
import type { ItemFacets } from '../types.ts';
import { BarChart, type ChartRow } from './bar-chart.tsx';
import { Loading, Problem } from './feedback.tsx';
import { countOf, nameColour } from './format.ts';
import { nameValue, type FacetValue } from './item-filter-options.ts';
import { MonthChart } from './month-chart.tsx';
import { useItemFacets } from './use-item-facets.ts';
import type { ItemSource } from './use-item-pages.ts';

interface StatisticsProps {
  statistics: Statistics;
  source: ItemSource;
  /** The address of the screen with the items, to which a filter is added. */
  items: string;
  /** Charts that come before the others. */
  children?: ReactNode;
}

/** The statistics of a collection: a few numbers, then charts whose bars lead to the items behind them. */
export function CollectionStatistics({ statistics, source, items, children }: StatisticsProps) {
  const { total_items, signed, with_photos, average_condition: average, drafts = 0 } = statistics;
  const { data, error, refetch } = useItemFacets(source, {});
  // Shows nothing until all data is loaded, so that nothing moves when the charts appear.
  if (!data && !error) return <Loading />;
  return (
    <section aria-label="Statistics" className="statistics">
      <dl className="numbers">
        <Figure name="Items" value={total_items} to={items} />
        <Figure name="With photos" value={with_photos} to={toItems(items, 'has_photos', true)} />
        <Figure name="Signed" value={signed} to={toItems(items, 'is_signed', true)} />
        {average !== null && <Figure name="Average condition" value={`${average.toLocaleString()} / 10`} />}
        {drafts > 0 && <Figure name="Drafts" value={drafts} to="/collection/drafts" />}
      </dl>
      <div className="charts">
        {children}
        <MonthChart
          title="Added in the last two years"
          rows={statistics.by_month.map((month) => ({ ...month, to: toItems(items, 'added_in', month.id) }))}
        />
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        {data &&
          CHARTS.map((chart) => (
            <FacetChart key={chart.title} {...chart} facets={data.facets} items={items} />
          ))}
      </div>
    </section>
  );
}

interface Chart {
  title: string;
  facet: FacetField;
  /** Sorts values that have a natural order. Default: most frequent first. */
  order?: (left: FacetValue, right: FacetValue) => number;
  /** The displayed name of a value. Default: its label. */
  toWords?: (value: FacetValue) => string | undefined;
  colour?: (value: FacetValue) => string | undefined;
}

const byNumber = (left: FacetValue, right: FacetValue) => Number(left.value) - Number(right.value);
const SIZE_IDS = SIZES.map(({ id }) => id);

const CHARTS: readonly Chart[] = [
  { title: 'Types', facet: 'item_type', toWords: ({ value }) => nameValue('item_type', String(value)) },
  { title: 'Clubs', facet: 'club' },
  { title: 'Seasons', facet: 'season', order: (left, right) => left.label.localeCompare(right.label) },
  { title: 'Decades', facet: 'decade', order: byNumber },
  { title: 'Brands', facet: 'brand' },
  { title: 'Countries', facet: 'country' },
  {
    title: 'Colours',
    facet: 'main_color',
    toWords: ({ label }) => nameColour(label),
    colour: ({ label }) => HEX[label],
  },
  { title: 'Designs', facet: 'design' },
  {
    title: 'Sizes',
    facet: 'size',
    order: inOrderOf(SIZE_IDS),
    toWords: ({ value }) => nameValue('size', String(value)),
  },
  { title: 'Condition', facet: 'condition', order: (left, right) => byNumber(right, left) },
  {
    title: 'Wear (grade)',
    facet: 'detailed_condition',
    order: inOrderOf(DETAILED_CONDITIONS),
    toWords: ({ value }) => nameValue('detailed_condition', String(value)),
  },
  { title: 'Tags', facet: 'tag' },
  { title: 'Places', facet: 'location' },
  { title: 'Visible to', facet: 'is_private', toWords: ({ value }) => (value ? 'Only me' : 'Everyone') },
];

function FacetChart({ title, facet, order, toWords, colour, facets, items }: ChartProps) {
  const values: readonly FacetValue[] = facets[facet] ?? [];
  const rows = (order ? values.toSorted(order) : values).map((value): ChartRow => ({
    name: toWords?.(value) ?? value.label,
    count: value.count,
    colour: colour?.(value),
    to: value.value === null ? toItemsByText(items, facet, value.label) : toItems(items, facet, value.value),
  }));
  const isTruncated = values.length === FACET_VALUES_MAX;
  return (
    <BarChart
      title={title}
      rows={rows}
      note={
        isTruncated ? `Only the most frequent ${countOf(FACET_VALUES_MAX, 'value')} are counted.` : undefined
      }
    />
  );
}

type ChartProps = Chart & { facets: ItemFacets; items: string };

function toItems(
  items: string,
  filter: FacetField | 'added_in' | 'is_signed',
  value: string | number | boolean,
) {
  return `${items}?${new URLSearchParams({ [filter]: String(value) })}`;
}

/** A link to the items of a value that has no id, because the catalogue does not contain it. */
function toItemsByText(items: string, facet: FacetField, text: string): string {
  return `${items}?${new URLSearchParams({ [facet === 'size' ? 'size_text' : 'search']: text })}`;
}

/** Values that are not in the list come last, by name. */
function inOrderOf(order: readonly unknown[]) {
  const rank = ({ value }: FacetValue) => (order.includes(value) ? order.indexOf(value) : order.length);
  return (left: FacetValue, right: FacetValue) =>
    rank(left) - rank(right) || left.label.localeCompare(right.label);
}

function Figure({ name, value, to }: { name: string; value: number | string; to?: string }) {
  const text = value.toLocaleString();
  return (
    <div>
      <dt>{name}</dt>
      <dd>{to ? <Link to={to}>{text}</Link> : text}</dd>
    </div>
  );
}
