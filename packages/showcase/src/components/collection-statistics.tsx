import { HEX } from '../screens/kit-filter-options.ts';
import type { ItemQuery, Statistics } from '../types.ts';
import { BarChart, type ChartRow } from './bar-chart.tsx';
import { ITEM_TYPE_WORDS } from './item-words.ts';
import { MonthChart } from './month-chart.tsx';

/** How many values a chart shows of those that have no natural end. */
const ROWS_MAX = 8;

interface StatisticsProps {
  statistics: Statistics;
  /** The address of the screen with the items, to which a filter is added. */
  items: string;
}

/** The statistics of a collection: a few numbers, then charts whose bars lead to the items behind them. */
export function CollectionStatistics({ statistics, items }: StatisticsProps) {
  const { total_items, signed, with_photos, average_condition, drafts } = statistics;
  const rowsOf = (filter: keyof ItemQuery, counts: readonly Count[]) => toRows(items, filter, counts);
  return (
    <section aria-label="Statistics" className="statistics">
      <dl className="numbers">
        <Figure name="Items" value={total_items} />
        <Figure name="With photos" value={with_photos} />
        <Figure name="Signed" value={signed} />
        {average_condition !== null && <Figure name="Condition" value={`${average_condition} / 10`} />}
        {drafts !== undefined && drafts > 0 && <Figure name="Drafts" value={drafts} />}
      </dl>
      <div className="charts">
        <MonthChart
          title="Added by month"
          rows={statistics.by_month.map((month) => ({ ...month, to: toItems(items, 'added_in', month.id) }))}
        />
        <BarChart
          title="Types"
          rows={rowsOf(
            'item_type',
            statistics.by_type.map((type) => ({ ...type, name: ITEM_TYPE_WORDS[type.id] })),
          )}
        />
        <BarChart title="Clubs" rows={rowsOf('club', statistics.by_club.slice(0, ROWS_MAX))} />
        <BarChart
          title="Seasons"
          rows={rowsOf('season', statistics.by_season.slice(0, ROWS_MAX)).toSorted(byName)}
        />
        <BarChart title="Brands" rows={rowsOf('brand', statistics.by_brand.slice(0, ROWS_MAX))} />
        <BarChart title="Countries" rows={rowsOf('origin', statistics.by_country.slice(0, ROWS_MAX))} />
        <BarChart
          title="Colours"
          rows={rowsOf('main_color', statistics.by_color.slice(0, ROWS_MAX)).map((row) => ({
            ...row,
            colour: HEX[row.name ?? ''],
          }))}
        />
        <BarChart title="Designs" rows={rowsOf('design', statistics.by_design.slice(0, ROWS_MAX))} />
        <BarChart
          title="Decades"
          rows={rowsOf(
            'decade',
            statistics.by_decade.toSorted((a, b) => a.id - b.id),
          )}
        />
        <BarChart
          title="Condition"
          rows={rowsOf(
            'condition',
            statistics.by_condition.toSorted((a, b) => b.id - a.id),
          )}
        />
      </div>
    </section>
  );
}

interface Count {
  id: number | string | null;
  name: string | null;
  count: number;
}

function toRows(items: string, filter: keyof ItemQuery, counts: readonly Count[]): ChartRow[] {
  return counts.map(({ id, name, count }) => ({
    name,
    count,
    // Names that the catalogue lacks have no id; the search looks at those of clubs and brands.
    to: id === null ? name && toItems(items, 'search', name) : toItems(items, filter, id),
  }));
}

function toItems(items: string, filter: keyof ItemQuery, value: number | string): string {
  return `${items}?${new URLSearchParams({ [filter]: String(value) })}`;
}

function byName(a: ChartRow, b: ChartRow): number {
  return (a.name ?? '').localeCompare(b.name ?? '');
}

function Figure({ name, value }: { name: string; value: number | string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
