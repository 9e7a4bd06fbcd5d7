"""The two hidden layers of the network, each as one function with its own gradient.

Written out by hand because the time of a training step goes into passes over the wide activations: autograd would make
twice as many. Rows are frames of one long strip (batches.py), so a neighbour in time is the next row and every operand
is contiguous.

Source of the factored layer: Povey et al., "Semi-Orthogonal Low-Rank Matrix Factorization for Deep Neural Networks",
Interspeech 2018; Kaldi's `tdnnf-layer` in steps/libs/nnet3/xconfig/composite_layers.py.
"""

from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

BYPASS = 0.66
"""The share of a layer's input that is added to its output (Kaldi's `bypass-scale`)."""


class Factored(torch.autograd.Function):
    """A factored TDNN layer: `relu(affine(linear(h))) + 0.66 h`.

    With `spliced`, the linear part sees rows t-1 and t, the affine part rows t and t+1 of what comes out of it, so the
    strip is one row shorter at either end. With `stride` n only every n-th row is put out.
    """

    @staticmethod
    def forward(
        ctx: Any, h: Tensor, linear: Tensor, affine: Tensor, spliced: bool, stride: int, mask: Tensor | None
    ) -> Tensor:
        """Run the layer.

        Args:
            ctx: autograd's store.
            h: rows x width.
            linear: bottleneck x (width or twice the width: earlier row first).
            affine: width x (bottleneck, or twice that, + 1); the last column is the bias.
            spliced: whether neighbours are seen.
            stride: rows of input per row of output.
            mask: factors for the bottleneck, one row per row of it, or None.
        """
        width, narrow = h.shape[1], linear.shape[0]
        down = (torch.cat([linear[:, :width], linear[:, width:]]) if spliced else linear).to(h.dtype)
        y = functional.linear(h, down)
        if spliced:
            y = y[:-1, :narrow] + y[1:, narrow:]
        if mask is not None:
            y = y * mask
        parts = [y[:-1:stride], y[1::stride]] if spliced else [y[::stride]]
        rows = -(-(len(y) - spliced) // stride)
        inner = torch.cat([*(part[:rows] for part in parts), h.new_ones(rows, 1)], 1)
        up = affine.to(h.dtype)
        r = functional.linear(inner, up).relu_()
        ctx.save_for_backward(h, down, up, inner, r, mask)
        ctx.spliced, ctx.stride = spliced, stride
        return torch.add(r, _kept(h, spliced, stride), alpha=BYPASS)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        """Gradients for `h`, `linear` and `affine`."""
        (g,) = grads
        h, down, up, inner, r, mask = ctx.saved_tensors
        spliced, stride = ctx.spliced, ctx.stride
        narrow = down.shape[0] // (1 + spliced)
        dz = torch.ops.aten.threshold_backward(g, r, 0)
        d_affine = dz.t() @ inner
        d_inner = dz @ up
        dy = d_inner.new_zeros(len(h) - spliced, narrow)
        last = len(dy) - spliced
        dy[:last:stride] += d_inner[:, :narrow]
        if spliced:
            dy[1::stride][: len(d_inner)] += d_inner[:, narrow : 2 * narrow]
        if mask is not None:
            dy *= mask
        if spliced:
            both = dy.new_zeros(len(h), 2 * narrow)
            both[:-1, :narrow] = dy
            both[1:, narrow:] = dy
            dy = both
        d_linear = dy.t() @ h
        if spliced:
            d_linear = torch.cat([d_linear[:narrow], d_linear[narrow:]], 1)
        dh = dy @ down
        _kept(dh, spliced, stride).add_(g, alpha=BYPASS)
        return dh, d_linear.float(), d_affine.float(), None, None, None


class Spliced(torch.autograd.Function):
    """The first layer: `relu(affine(rows t-1, t, t+1))`; nothing flows back into the features."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, affine: Tensor) -> Tensor:
        """Run the layer: `x` is rows x features, `affine` width x (3 features + 1), bias last."""
        seen = torch.cat([x[:-2], x[1:-1], x[2:], x.new_ones(len(x) - 2, 1)], 1)
        r = functional.linear(seen, affine.to(x.dtype)).relu_()
        ctx.save_for_backward(seen, r)
        return r

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        """The gradient for `affine`."""
        (g,) = grads
        seen, r = ctx.saved_tensors
        return None, (torch.ops.aten.threshold_backward(g, r, 0).t() @ seen).float()


def _kept(h: Tensor, spliced: bool, stride: int) -> Tensor:
    """The rows of the input that stand where the layer's output stands."""
    return h[1:-1:stride] if spliced else h[::stride]
