/** Test sound for the speakers. */
const TONES_HZ = [523, 659, 784];
const TONE_SECONDS = 0.25;
const VOLUME = 0.2;

/** Plays three rising tones. */
export function playTestSound(): void {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.value = VOLUME;
  volume.connect(context.destination);
  TONES_HZ.forEach((frequency, index) => {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(context.currentTime + index * TONE_SECONDS);
    tone.stop(context.currentTime + (index + 1) * TONE_SECONDS);
    if (index === TONES_HZ.length - 1) tone.onended = () => void context.close();
  });
}
