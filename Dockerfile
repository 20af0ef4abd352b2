# Greenroom in one image: server, scheduler, web client. Data and weights live in the volume /data.
# Not built by `make test`, which needs no container engine; tests/installer/test_containers.py checks what it
# names. docker-compose.yml runs it; for a GPU add docker-compose.gpu.yml.
ARG BUILD_BASE=debian:bookworm-slim
ARG RUN_BASE=debian:bookworm-slim

FROM ${BUILD_BASE} AS build
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
       build-essential ca-certificates python3 python3-venv \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/greenroom
COPY . .
# An image also runs on processors other than the one it was built on, so nothing is compiled for that one.
ARG CMAKE_ARGS="-DGGML_NATIVE=OFF -DLLAVA_BUILD=OFF -DLLAMA_CURL=OFF"
# Setup installs Node.js, because the distribution's is too old for the bundler. The root file system of the
# server is read-only, so its modules are compiled here.
RUN CMAKE_ARGS="${CMAKE_ARGS}" python3 -m installer.bootstrap image \
    && .venv/bin/python -m compileall -q app models installer

FROM ${RUN_BASE} AS run
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
       ca-certificates libgomp1 python3 tesseract-ocr tesseract-ocr-deu tesseract-ocr-fra \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --home-dir /data --no-create-home greenroom \
    && install -d -o greenroom -m 0700 /data
WORKDIR /opt/greenroom
COPY --from=build /opt/greenroom/.venv .venv
COPY --from=build /opt/greenroom/app app
COPY --from=build /opt/greenroom/config config
COPY --from=build /opt/greenroom/docs docs
COPY --from=build /opt/greenroom/installer installer
COPY --from=build /opt/greenroom/models models
COPY --from=build /opt/greenroom/web/dist web/dist
COPY --from=build /opt/greenroom/pyproject.toml /opt/greenroom/requirements.lock ./
USER greenroom
ENV PATH=/opt/greenroom/.venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    GREENROOM_HOST=0.0.0.0 \
    GREENROOM_DATA_DIR=/data
# Everything else may be read-only, except /tmp.
VOLUME /data
EXPOSE 8420
# Before the first start is done, the weights are downloaded.
HEALTHCHECK --interval=30s --timeout=10s --start-period=30m CMD ["greenroom", "health"]
STOPSIGNAL SIGTERM
# The first start downloads the weights into the volume; later starts find them there.
CMD ["sh", "-c", "python -m installer.weights /data/models && exec greenroom serve --migrate"]
