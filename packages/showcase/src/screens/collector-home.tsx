import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Problem } from '../components/feedback.tsx';
import { countOf, showMoney } from '../components/format.ts';
import { ItemWall } from '../components/item-wall.tsx';
import { WallPlaceholder } from '../components/kit-card.tsx';
import { useItemPages } from '../components/use-item-pages.ts';
import { useCollection } from '../services.ts';
import { WaysIn } from './ways-in.tsx';

const NEWEST_MAX = 6;

/** The home of a signed-in collector: how large the collection is, its newest items, and a way to add more. */
export function CollectorHome({ name }: { name: string }) {
  // The same pages as on the screen of the collection, which then has them already.
  const pages = useItemPages('mine', {});
  const first = pages.data?.pages[0];
  return (
    <>
      <header className="page-header">
        <h1>{`Hello, ${name}`}</h1>
        <Link to="/add" className="button primary">
          Add an item
        </Link>
      </header>
      <Numbers count={first?.count} />
      <section className="row" aria-labelledby="newest-items">
        <h2 id="newest-items">Newest items</h2>
        {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
        {pages.isPending && <WallPlaceholder count={NEWEST_MAX} shape="portrait" />}
        {first && (
          <ItemWall
            items={first.results.slice(0, NEWEST_MAX)}
            list={{ source: 'mine', path: '/collection' }}
            isBusy={false}
          />
        )}
        {first?.count === 0 && (
          <p className="empty">
            Your collection is empty. <Link to="/collection/import">Import a spreadsheet</Link>, or{' '}
            <Link to="/add">find your first shirt</Link>.
          </p>
        )}
      </section>
      {/* Below what may grow: nothing moves. */}
      {(first ?? pages.error) && <WaysIn />}
    </>
  );
}

/** How many items there are, what they cost and what they are worth, in each currency. */
function Numbers({ count }: { count: number | undefined }) {
  const { collections } = useCollection();
  const { data } = useQuery({
    queryKey: ['collection', 'me', 'value'],
    queryFn: ({ signal }) => collections.myValue({}, { signal }),
  });
  // Behind the number of items, which would move them.
  const totals = count === undefined ? [] : (data?.totals ?? []);
  const sums = (name: 'price' | 'estimated_value') =>
    totals.map((total) => showMoney({ amount: total[name], currency: total.currency })).join(' + ');
  return (
    <p className="count home-numbers">
      {count !== undefined && <Link to="/collection">{countOf(count, 'item')}</Link>}
      {totals.some(({ priced_items: items }) => items > 0) && <span>{`Paid: ${sums('price')}`}</span>}
      {totals.some(({ estimated_items: items }) => items > 0) && (
        <span>{`Worth: ${sums('estimated_value')}`}</span>
      )}
    </p>
  );
}
