"""The first stage: are params.yaml's settings possible, and as conf/ has them now? It writes what each part reads."""

from pipelines.params import check_fresh, read_params
from pipelines.reads import READS, reads
from pipelines.stage import folder_of, one_sentence
from src.generation.campaign import write_json


def main() -> None:
    chosen = read_params()
    check_fresh(chosen)
    folder = folder_of(chosen) / "reads"
    folder.mkdir(parents=True, exist_ok=True)
    for part in READS:
        write_json(folder / f"{part}.json", reads(part, chosen.model_dump()))


if __name__ == "__main__":
    with one_sentence():
        main()
