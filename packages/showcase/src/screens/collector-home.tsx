import { Link } from 'react-router';
import { Problem } from '../components/feedback.tsx';
import { countOf } from '../components/format.ts';
import { ItemTotals } from '../components/item-totals.tsx';
import { ItemWall } from '../components/item-wall.tsx';
import { WallPlaceholder } from '../components/kit-card.tsx';
import { useItemPages } from '../components/use-item-pages.ts';
import { CatalogueLinks } from './catalogue-links.tsx';

const NEWEST_MAX = 6;

/**
 * The home screen of signed-in users: the size of their collection, its newest items, and a link to add more.
 */
export function CollectorHome({ name }: { name: string }) {
  // The same query as on the collection screen, which therefore finds these items in the cache.
  const pages = useItemPages('mine', {});
  const firstPage = pages.data?.pages[0];
  return (
    <>
      <header className="page-header">
        <h1>{`Hello, ${name}`}</h1>
        <Link to="/add" className="button primary">
          Add an item
        </Link>
      </header>
      <div className="summary">
        <p className="count">
          {firstPage && <Link to="/collection">{countOf(firstPage.count, 'item')}</Link>}
        </p>
        <ItemTotals filters={{}} />
      </div>
      <section className="row" aria-labelledby="newest-items">
        <h2 id="newest-items">Newest items</h2>
        {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
        {pages.isPending && <WallPlaceholder count={NEWEST_MAX} shape="portrait" />}
        {firstPage && (
          <ItemWall
            items={firstPage.results.slice(0, NEWEST_MAX)}
            list={{ source: 'mine', path: '/collection' }}
            isBusy={false}
          />
        )}
        {firstPage?.count === 0 && (
          <p className="empty">
            Your collection is empty. <Link to="/collection/import">Import a spreadsheet</Link>, or{' '}
            <Link to="/add">find your first shirt</Link>.
          </p>
        )}
      </section>
      {/* Rendered only when the content above has its final height, so that nothing moves. */}
      {(firstPage ?? pages.error) && <CatalogueLinks />}
    </>
  );
}
