import {
  BufferTarget,
  MediaStreamAudioTrackSource,
  OggOutputFormat,
  Output,
  Quality,
} from "mediabunny";

/** Clear speech: 170 s of it fill the 512 kB up to which WhatsApp plays a voice note at once. */
const BITS_PER_SECOND = 24_000;

/** A recording that goes on until the first call of either. Later calls do nothing. */
export type Recording = {
  finish: () => Promise<File | null>;
  cancel: () => Promise<void>;
};

/**
 * Records the microphone as Ogg with Opus in one channel, which WhatsApp's voice notes have to be.
 * Throws a `DOMException` where the person or the device gives no microphone.
 */
export async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  const [track] = stream.getAudioTracks();
  if (!track) throw new DOMException("There is no microphone.", "NotFoundError");
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const source = new MediaStreamAudioTrackSource(track, {
    codec: "opus",
    quality: new Quality({ bitrate: BITS_PER_SECOND }),
    transform: { numberOfChannels: 1, sampleRate: 48_000 },
  });
  output.addAudioTrack(source);
  let isOver = false;
  /** True the first time. Until the track is stopped, the browser shows that it records. */
  const end = () => {
    const isFirst = !isOver;
    isOver = true;
    track.stop();
    return isFirst;
  };
  await output.start().catch((error) => {
    end();
    throw error;
  });
  return {
    finish: async () => {
      if (!end()) return null;
      await output.finalize();
      const { buffer } = target;
      return buffer && new File([buffer], "voice-note.ogg", { type: "audio/ogg" });
    },
    cancel: async () => {
      if (end()) await output.cancel();
    },
  };
}
