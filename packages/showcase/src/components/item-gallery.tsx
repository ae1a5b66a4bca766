import { useRef, useState, type KeyboardEvent } from 'react';
import {
  PHOTO_AVIF_MAX_PIXELS,
  PHOTO_CARD_PIXELS,
  type ItemDetail,
  type Photo,
} from '@kitroom/collection-client';
import { Button } from './button.tsx';
import { CardPhoto } from './item-wall.tsx';

/** The photos of an item, which open in full size, or without photos the picture of its kit. */
export function ItemGallery({ item: { photos, labels } }: { item: ItemDetail }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Only the open photo is loaded in full size.
  const [index, setIndex] = useState<number>();
  const open = (photoIndex: number) => {
    setIndex(photoIndex);
    dialog.current?.showModal();
  };
  return (
    <div className="gallery">
      {photos.length === 0 && <CardPhoto src={null} kitImage={labels.kit_image} />}
      {photos.map((photo, photoIndex) => (
        <Button
          key={photo.id}
          className={photoIndex === 0 ? 'picture photo-button main-photo' : 'picture portrait photo-button'}
          aria-label={`Open ${describePhoto(photo, photoIndex)}`}
          onClick={() => open(photoIndex)}
        >
          <img
            src={photo.image_card ?? photo.image}
            {...(photoIndex === 0 && { srcSet: listRenditions(photo), sizes: MAIN_SIZES })}
            alt={describePhoto(photo, photoIndex)}
            width={photoIndex === 0 ? photo.width : 240}
            height={photoIndex === 0 ? photo.height : 320}
            loading={photoIndex === 0 ? 'eager' : 'lazy'}
          />
        </Button>
      ))}
      <LargePhoto dialog={dialog} photos={photos} index={index} setIndex={setIndex} />
    </div>
  );
}

/** The width of the main photo: that of the window, or of its column next to the details. */
const MAIN_SIZES = '(max-width: 46rem) 100vw, 45rem';

/** The renditions of a photo with their widths, so that browsers can load the smallest sharp one. */
function listRenditions({ image, image_card: card, image_avif: avif, width, height }: Photo): string {
  const { width: cardWidth, height: cardHeight } = PHOTO_CARD_PIXELS;
  const toWidth = (scale: number) => Math.round(width * Math.min(1, scale));
  const largest = PHOTO_AVIF_MAX_PIXELS / Math.max(width, height);
  return [
    card && `${card} ${toWidth(Math.min(cardWidth / width, cardHeight / height))}w`,
    avif ? `${avif} ${toWidth(largest)}w` : `${image} ${width}w`,
  ]
    .filter(Boolean)
    .join(', ');
}

function describePhoto({ caption }: Photo, index: number): string {
  return caption || (index === 0 ? 'Main photo' : `Photo ${index + 1}`);
}

interface LargePhotoProps {
  dialog: React.RefObject<HTMLDialogElement | null>;
  photos: readonly Photo[];
  index: number | undefined;
  setIndex: (index: number | undefined) => void;
}

/** One photo in a dialog of the window's size. Arrow keys switch photos, Escape closes the dialog. */
function LargePhoto({ dialog, photos, index, setIndex }: LargePhotoProps) {
  const currentIndex = index ?? 0;
  const photo = index === undefined ? undefined : photos[index];
  const step = (by: number) => setIndex((currentIndex + by + photos.length) % photos.length);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') step(-1);
    if (key === 'ArrowRight') step(1);
  };
  return (
    <dialog
      ref={dialog}
      className="large-photo"
      aria-label="Photo"
      onKeyDown={onKeyDown}
      onClose={() => setIndex(undefined)}
    >
      {photo && (
        <figure>
          <img
            key={photo.id}
            src={photo.image_avif ?? photo.image}
            alt={describePhoto(photo, currentIndex)}
            width={photo.width}
            height={photo.height}
          />
          <figcaption aria-live="polite">
            {[`${currentIndex + 1} of ${photos.length}`, photo.caption].filter(Boolean).join(' · ')}
          </figcaption>
        </figure>
      )}
      <div className="actions">
        {photos.length > 1 && (
          <>
            <Button className="choice" onClick={() => step(-1)}>
              Previous photo
            </Button>
            <Button className="choice" onClick={() => step(1)}>
              Next photo
            </Button>
          </>
        )}
        <Button className="choice" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  );
}
