// Pictures and films of the scene, as files.

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // the browser has begun to read it by then
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function picture(canvas, name) {
  return new Promise((done) =>
    canvas.toBlob((blob) => {
      download(blob, `${name}.png`);
      done(blob);
    }, "image/png"),
  );
}

// Whether this browser makes films, and of which kind.
function kind() {
  if (!window.MediaRecorder || !HTMLCanvasElement.prototype.captureStream) return undefined;
  return ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"].find((k) => MediaRecorder.isTypeSupported(k));
}

export const makesFilms = () => kind() !== undefined;

// Records what the canvas shows until `stop` of what comes back is called.
export function film(canvas, name) {
  const type = kind();
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: type, videoBitsPerSecond: 8e6 });
  const pieces = [];
  recorder.ondataavailable = (e) => pieces.push(e.data);
  const done = new Promise((resolve) => {
    recorder.onstop = () => {
      const blob = new Blob(pieces, { type });
      download(blob, `${name}.${type.startsWith("video/mp4") ? "mp4" : "webm"}`);
      resolve(blob);
    };
  });
  recorder.start();
  return { stop: () => recorder.stop(), done };
}
