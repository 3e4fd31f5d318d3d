"""Small nets on a shared machine: threads inside torch would only wait for one another."""

import torch

torch.set_num_threads(1)
