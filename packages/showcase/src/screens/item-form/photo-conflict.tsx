import { useEffect, useState } from 'react';
import type { ItemDetail } from '@kitroom/collection-client';
import { Button } from '../../components/button.tsx';
import type { PhotoChange } from './change-photo.ts';
import { TwoVersions } from './two-versions.tsx';

interface PhotoConflictProps {
  /** The stored version. */
  item: ItemDetail;
  change: PhotoChange;
  /** Called with true if the change should be applied nevertheless. */
  onResolve: (isMine: boolean) => void;
}

/** Shows both versions of a photo that was changed elsewhere in the meantime, for the user to choose one. */
export function PhotoConflict({ item: { photos }, change, onResolve }: PhotoConflictProps) {
  const replacement = useObjectUrl(change.image);
  const index = photos.findIndex(({ id }) => id === change.id);
  const stored = photos[index];
  if (!stored) {
    return (
      <div className="problem" role="alert">
        <p>This photo was removed somewhere else in the meantime. Your change was not saved.</p>
        <Button onClick={() => onResolve(false)}>Continue without it</Button>
      </div>
    );
  }
  const picture = stored.image_card ?? stored.image;
  const showPlace = (place: number) => `${place + 1} of ${photos.length}`;
  return (
    <TwoVersions
      title="This photo was changed somewhere else in the meantime"
      notice="Nothing has been saved yet. The two versions:"
      rowTitle="Photo"
      onChoose={onResolve}
    >
      <tr>
        <th scope="row">Picture</th>
        <td>
          <Picture src={picture} alt="Saved version" />
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
    </TwoVersions>
  );
}

function Picture({ src, alt }: { src: string; alt: string }) {
  return (
    <span className="picture portrait thumbnail">
      <img src={src} alt={alt} width="72" height="96" />
    </span>
  );
}

/** The URL for a preview of a file. Undefined without a file. */
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
