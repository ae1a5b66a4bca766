import type { Statistics } from '../types.ts';
import { HEX } from '../screens/kit-filter-options.ts';
import { BarChart } from './bar-chart.tsx';
import { MonthChart } from './month-chart.tsx';

/** The statistics of a collection: a few numbers, then charts. */
export function CollectionStatistics({ statistics }: { statistics: Statistics }) {
  const { total_items, signed, with_photos, average_condition, drafts } = statistics;
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
        <MonthChart title="Added by month" rows={statistics.by_month} />
        <BarChart title="Types" rows={statistics.by_type} />
        <BarChart title="Clubs" rows={statistics.by_club} />
        <BarChart title="Seasons" rows={statistics.by_season} />
        <BarChart title="Brands" rows={statistics.by_brand} />
        <BarChart title="Countries" rows={statistics.by_country} />
        <BarChart title="Colours" rows={statistics.by_color} colourOf={(name) => HEX[name]} />
        <BarChart title="Designs" rows={statistics.by_design} />
        <BarChart title="Decades" rows={statistics.by_decade} />
        <BarChart title="Condition" rows={statistics.by_condition} />
      </div>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: number | string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
