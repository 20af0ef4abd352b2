/** Test sound for the speakers. */
const TONES_HZ = [523, 659, 784];
const TONE_SECONDS = 0.25;
const VOLUME = 0.2;

/** Plays three rising tones on the speaker with this id; null for the browser's own choice. */
export async function playTestSound(speaker: string | null): Promise<void> {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.value = VOLUME;
  await connectToSpeaker(context, volume, speaker);
  TONES_HZ.forEach((frequency, index) => {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(context.currentTime + index * TONE_SECONDS);
    tone.stop(context.currentTime + (index + 1) * TONE_SECONDS);
    if (index === TONES_HZ.length - 1) tone.onended = () => void context.close();
  });
}

/** Only media elements can choose their speaker in every browser, so the sound goes through one. */
async function connectToSpeaker(
  context: AudioContext,
  sound: AudioNode,
  speaker: string | null,
): Promise<void> {
  if (speaker === null) {
    sound.connect(context.destination);
    return;
  }
  const output = context.createMediaStreamDestination();
  sound.connect(output);
  const player = new Audio();
  player.srcObject = output.stream;
  await player.setSinkId(speaker);
  await player.play();
}
