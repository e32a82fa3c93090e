// The pictures of the start, computed by the library at every frame, by the names of the cards.
import { contactPicture } from './contact-picture.ts';
import { derivativePicture } from './derivative-picture.ts';
import { growthPicture } from './growth-picture.ts';
import { motionPicture } from './motion-picture.ts';
import { overlapPicture } from './overlap-picture.ts';
import { searchPicture } from './search-picture.ts';

export { heroAnswer, heroBodies, heroWindow } from './hero.ts';

export const livePictures = {
  overlap: overlapPicture,
  gjk: searchPicture,
  growth: growthPicture,
  smoothing: derivativePicture,
  plan: motionPicture,
  friction: contactPicture,
} as const;
