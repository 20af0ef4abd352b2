# Greenroom in one image: server, scheduler, web client. Data and weights live in the volume /data.
# Not built by `make test`, which needs no container engine. For a GPU see docker-compose.gpu.yml.
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
# Setup installs Node.js, because the distribution's is too old for the bundler.
RUN CMAKE_ARGS="${CMAKE_ARGS}" python3 -m installer.bootstrap image \
    && rm -rf web/node_modules .greenroom

FROM ${RUN_BASE}
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
       ca-certificates libgomp1 python3 tesseract-ocr tesseract-ocr-deu tesseract-ocr-fra \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --home-dir /data --no-create-home greenroom \
    && install -d -o greenroom -m 0700 /data
COPY --from=build /opt/greenroom /opt/greenroom
WORKDIR /opt/greenroom
USER greenroom
ENV PATH=/opt/greenroom/.venv/bin:$PATH \
    GREENROOM_HOST=0.0.0.0 \
    GREENROOM_DATA_DIR=/data
VOLUME /data
EXPOSE 8420
HEALTHCHECK --start-period=60s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8420/api/health', timeout=5)"]
# The first start downloads the weights into the volume; later starts find them there.
CMD ["sh", "-c", "python -m installer.weights /data/models && exec greenroom serve --migrate"]
