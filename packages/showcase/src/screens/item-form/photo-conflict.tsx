import type { ItemDetail } from '@kitroom/collection-client';
import { useEffect, useId, useState } from 'react';
import type { PhotoChange } from './change-photo.ts';

interface PhotoConflictProps {
  /** As it is stored now. */
  item: ItemDetail;
  change: PhotoChange;
  /** Called with whether the change is to be made all the same. */
  onResolve: (isMine: boolean) => void;
}

/** Shows both versions of a photo that was changed elsewhere meanwhile, to choose from. */
export function PhotoConflict({ item: { photos }, change, onResolve }: PhotoConflictProps) {
  const titleId = useId();
  const replacement = useObjectUrl(change.image);
  const index = photos.findIndex(({ id }) => id === change.id);
  const stored = photos[index];
  if (!stored) {
    return (
      <div className="problem" role="alert">
        <p>This photo was removed elsewhere meanwhile. Your change was not saved.</p>
        <button type="button" className="button" onClick={() => onResolve(false)}>
          Continue without it
        </button>
      </div>
    );
  }
  const picture = stored.image_card ?? stored.image;
  const showPlace = (place: number) => `${place + 1} of ${photos.length}`;
  return (
    <section className="form" aria-labelledby={titleId}>
      <h2 id={titleId}>This photo was changed elsewhere meanwhile</h2>
      <p role="alert">Nothing has been saved yet. The two versions:</p>
      <table className="conflict">
        <thead>
          <tr>
            <th scope="col">Photo</th>
            <th scope="col">Saved meanwhile</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Picture</th>
            <td>
              <Picture src={picture} alt="Saved meanwhile" />
            </td>
            <td>{change.isRemoved ? 'Removed' : <Picture src={replacement ?? picture} alt="Yours" />}</td>
          </tr>
          <tr>
            <th scope="row">Caption</th>
            <td>{stored.caption || '–'}</td>
            <td>{(!change.isRemoved && (change.caption ?? stored.caption)) || '–'}</td>
          </tr>
          <tr>
            <th scope="row">Place</th>
            <td>{showPlace(index)}</td>
            <td>{change.isRemoved ? '–' : (change.target?.name ?? showPlace(change.to ?? index))}</td>
          </tr>
        </tbody>
      </table>
      <div className="actions">
        <button type="button" className="button primary" onClick={() => onResolve(true)}>
          Continue with mine
        </button>
        <button type="button" className="button" onClick={() => onResolve(false)}>
          Continue with the saved one
        </button>
      </div>
    </section>
  );
}

function Picture({ src, alt }: { src: string; alt: string }) {
  return (
    <span className="picture portrait thumbnail">
      <img src={src} alt={alt} width="72" height="96" />
    </span>
  );
}

/** The address of a preview of a file; undefined without one. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url;
}
