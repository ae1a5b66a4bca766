import { Link } from 'react-router';
import { Problem } from '../components/feedback.tsx';
import { countOf } from '../components/format.ts';
import { ItemTotals } from '../components/item-totals.tsx';
import { ItemWall } from '../components/item-wall.tsx';
import { WallPlaceholder } from '../components/kit-card.tsx';
import { useItemPages } from '../components/use-item-pages.ts';
import { WaysIn } from './ways-in.tsx';

const NEWEST_MAX = 6;

/**
 * The home of a signed-in collector: how large the collection is, its newest items, and a way to add more.
 */
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
      <div className="summary">
        <p className="count">{first && <Link to="/collection">{countOf(first.count, 'item')}</Link>}</p>
        <ItemTotals filters={{}} />
      </div>
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
